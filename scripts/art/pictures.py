"""Makes the listing pictures from one body's renders: pictures.py RENDERS TARGET body [paint …]

RENDERS holds <body>-black, <body>-white, <body>-mask and the empty studio (empty-…).
"""
import sys

import cv2
import numpy as np

from finish import PAINTS, PAPER, calm, encode, linear, read, save, sharpened, shoulder, smoothed

QUALITY = 91


def components(renders, body):
    """The car's light as black-base light plus what a white matt base and a white metal base add."""
    normal, depth = read(f"{renders}/{body}-black", "normal"), read(f"{renders}/{body}-black", "depth")
    if depth.ndim == 3:
        depth = depth[..., 0]
    black, black_matt = (read(f"{renders}/{body}-black", part) for part in ("light", "diffuse"))
    white, white_matt = (read(f"{renders}/{body}-white", part) for part in ("light", "diffuse"))
    # The floor is smoothed hardest: its light has no detail but the shadow.
    ground = smoothed(black_matt, normal, depth, strength=0.6, rounds=5)
    mirrored = smoothed(calm(black - black_matt), normal, depth, strength=0.14, rounds=2, normal_power=200.0)
    matt = smoothed(np.maximum(white_matt - black_matt, 0), normal, depth, strength=0.5)
    metal = np.maximum((white - white_matt) - (black - black_matt), 0)
    metal = smoothed(calm(metal), normal, depth, strength=1.2, rounds=5)
    return ground, mirrored, matt, metal


def backdrop(height, width):
    """The paper, in linear light: a touch brighter in the middle, a touch darker in the corners."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x / width - 0.5) * 1.1, (y / height - 0.45) * 1.0)
    return linear(PAPER) * (1.012 - 0.075 * np.clip(away, 0, 1) ** 2)[..., None]


def shadow(parts, mask, empty, depth):
    """How much of the empty studio's light each floor pixel keeps, carried a little way under the car's edge."""
    ground, mirrored = parts[:2]
    keeps = np.clip((ground + mirrored) / np.maximum(empty, 1e-3), 0, 1).mean(axis=2) ** 1.2
    # Far from the car there is no shadow, only the horizon's edge.
    far = np.clip((depth - 15) / 6, 0, 1)
    keeps = keeps + (1 - keeps) * far
    clear = (mask[..., 0] < 0.004).astype(np.float32)
    near = cv2.GaussianBlur(keeps * clear, (0, 0), 2.0) / np.maximum(cv2.GaussianBlur(clear, (0, 0), 2.0), 1e-4)
    return np.where(clear > 0, keeps, near)[..., None]


def contrast(light):
    """Deepens the darkest tones a little, as a print does; 0 and 1 stay where they are."""
    return light * (light + 0.012) / (light + 0.022)


def picture(parts, mask, empty, depth, paint):
    """One paint's picture, sRGB 0–1."""
    ground, mirrored, matt, metal = parts
    base, flake, answer = PAINTS[paint]
    light = ground + mirrored + matt * linear(base) * answer + metal * linear(flake)
    keeps = shadow(parts, mask, empty, depth)
    paper = backdrop(*mask.shape[:2])
    # An edge pixel holds car and floor; only the floor's part is exchanged for paper.
    car = light - (1 - mask) * keeps * empty
    shown = np.where(mask > 0.004, contrast(shoulder(np.maximum(car, 0))), 0)
    return encode(shown + (1 - mask) * paper * (0.04 + 0.96 * keeps))


def main():
    renders, target, body, *wanted = sys.argv[1:]
    parts = components(renders, body)
    mask = np.clip(read(f"{renders}/{body}-mask", "light")[..., :1], 0, 1)
    empty = cv2.GaussianBlur(read(f"{renders}/empty", "light"), (0, 0), 6)
    depth = read(f"{renders}/empty", "depth")
    depth = depth[..., 0] if depth.ndim == 3 else depth
    for paint in wanted or PAINTS:
        whole = picture(parts, mask, empty, depth, paint)
        height, width = whole.shape[:2]
        half = cv2.resize(whole, (600, round(600 * height / width)), interpolation=cv2.INTER_AREA)
        save(f"{target}/{body}-{paint}.webp", sharpened(whole), QUALITY)
        save(f"{target}/{body}-{paint}-600.webp", sharpened(half), QUALITY)
        print(f"{body} {paint}")


if __name__ == "__main__":
    main()
