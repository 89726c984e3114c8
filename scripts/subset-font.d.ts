declare module "subset-font" {
  type Options = {
    targetFormat: "truetype" | "woff2";
    variationAxes: Record<string, number | { min: number; max: number } | undefined>;
    noHinting: boolean;
    /** Entries of the font's name table that stay. */
    preserveNameIds?: number[];
    keepFeatures?: string[];
  };

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
