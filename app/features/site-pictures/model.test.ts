import { describe, expect, test } from "vitest";
import { cropOf, filesOf, finishedSize, readFocus, smallestSize, returnPath } from "./model.ts";

const photo = { width: 4000, height: 3000 };

describe("a crop", () => {
  test.each([
    ["at the centre", { x: 0.5, y: 0.5 }, { left: 800, top: 0 }],
    ["around a point", { x: 0.4, y: 0.5 }, { left: 400, top: 0 }],
    ["no further than the edge", { x: 1, y: 0 }, { left: 1600, top: 0 }],
  ])("is the largest of its shape, %s", (_, focus, place) => {
    expect(cropOf(photo, "portrait", focus)).toEqual({ width: 2400, height: 3000, ...place });
  });

  test("of a picture that is taller keeps its width", () => {
    const crop = { left: 0, top: 0, width: 3000, height: 2000 };
    expect(cropOf({ width: 3000, height: 4000 }, "landscape", { x: 0.5, y: 0 })).toEqual(crop);
  });

  test("is never enlarged", () => {
    const small = cropOf({ width: 800, height: 1000 }, "portrait", { x: 0.5, y: 0.5 });
    expect(finishedSize(small, "portrait")).toEqual({ width: 800, height: 1000 });
    expect(filesOf("portrait", 800).map(({ width }) => width)).toEqual([
      360, 360, 480, 480, 720, 720,
    ]);
  });

  test("for networks has the size that they ask for", () => {
    const small = cropOf({ width: 700, height: 700 }, "share", { x: 0.5, y: 0 });
    expect(small).toEqual({ width: 700, height: 368, left: 0, top: 0 });
    expect(finishedSize(small, "share")).toEqual({ width: 1200, height: 630 });
    expect(filesOf("share", 1200)).toEqual([{ width: 1200, format: "jpg" }]);
  });

  test("of a large picture has the size of the shape", () => {
    const crop = cropOf(photo, "landscape", { x: 0.5, y: 0.5 });
    expect(finishedSize(crop, "landscape")).toEqual({ width: 1440, height: 960 });
    expect(filesOf("landscape", 1440)).toHaveLength(10);
  });
});

test("the smallest useful size is that of the narrowest file", () => {
  expect(smallestSize("portrait")).toEqual({ width: 360, height: 450 });
  expect(smallestSize("landscape")).toEqual({ width: 360, height: 240 });
  expect(smallestSize("share")).toEqual({ width: 600, height: 315 });
});

test.each([
  ["30", "70", { x: 0.3, y: 0.7 }],
  ["", undefined, { x: 0.5, y: 0.5 }],
  ["400", "-3", { x: 1, y: 0.5 }],
  ["NaN", "1e9", { x: 0.5, y: 0.5 }],
])("sliders at %j and %j focus at a point of the picture", (x, y, focus) => {
  expect(readFocus(x, y)).toEqual(focus);
});

test.each([
  ["/admin/site/home?field=hero#hero", "/admin/site/home?field=hero&picture=id#hero"],
  ["/admin/site/home?picture=old&pictureError=gif", "/admin/site/home?picture=id"],
  ["/admin/site", "/admin/site?picture=id"],
  ["/admin/sites", "/admin/site/pictures?picture=id"],
  ["/admin/quotes", "/admin/site/pictures?picture=id"],
  ["https://evil.example/admin/site", "/admin/site/pictures?picture=id"],
  ["//evil.example/admin/site", "/admin/site/pictures?picture=id"],
  ["/admin/site//evil.example", "/admin/site/pictures?picture=id"],
  ["/admin/site/../../logout", "/admin/site/pictures?picture=id"],
  [undefined, "/admin/site/pictures?picture=id"],
])("an upload from %j leads to %s", (given, led) => {
  expect(returnPath(given, { picture: "id" })).toBe(led);
});
