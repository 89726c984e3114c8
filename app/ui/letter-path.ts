import { href } from "react-router";

export const letterPath = (slug: string) => href("/letters/:slug", { slug });
