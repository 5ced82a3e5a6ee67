"""Makes the listing pictures from one body's renders: pictures.py RENDERS TARGET body [paint …]

RENDERS contains <body>-black, <body>-white, <body>-mask and the empty studio (empty-…).
"""
import sys

import cv2
import numpy as np

from finish import PAINTS, PAPER, calm, encode, linear, read, save, sharpened, shoulder, smoothed

QUALITY = 91


def components(renders, body):
    """The light of the car: with a black base, plus what a white matte base and a white metal base add."""
    normal, depth = read(f"{renders}/{body}-black", "normal"), read(f"{renders}/{body}-black", "depth")
    if depth.ndim == 3:
        depth = depth[..., 0]
    black, black_matte = (read(f"{renders}/{body}-black", part) for part in ("light", "diffuse"))
    white, white_matte = (read(f"{renders}/{body}-white", part) for part in ("light", "diffuse"))
    # The floor is smoothed most: its only detail is the shadow.
    ground = smoothed(black_matte, normal, depth, strength=0.6, rounds=5)
    mirrored = smoothed(calm(black - black_matte), normal, depth, strength=0.14, rounds=2, normal_power=200.0)
    matte = smoothed(np.maximum(white_matte - black_matte, 0), normal, depth, strength=0.5)
    metal = np.maximum((white - white_matte) - (black - black_matte), 0)
    metal = smoothed(calm(metal), normal, depth, strength=1.2, rounds=5)
    return ground, mirrored, matte, metal


def backdrop(height, width):
    """The paper, in linear light: slightly brighter in the middle, slightly darker in the corners."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x / width - 0.5) * 1.1, (y / height - 0.45) * 1.0)
    return linear(PAPER) * (1.012 - 0.075 * np.clip(away, 0, 1) ** 2)[..., None]


def shadow(parts, mask, empty, depth):
    """Share of the empty studio's light that each floor pixel keeps, extended slightly under the edge of the car."""
    ground, mirrored = parts[:2]
    keeps = np.clip((ground + mirrored) / np.maximum(empty, 1e-3), 0, 1).mean(axis=2) ** 1.2
    # Far from the car there is no shadow, only the horizon.
    far = np.clip((depth - 15) / 6, 0, 1)
    keeps = keeps + (1 - keeps) * far
    clear = (mask[..., 0] < 0.004).astype(np.float32)
    near = cv2.GaussianBlur(keeps * clear, (0, 0), 2.0) / np.maximum(cv2.GaussianBlur(clear, (0, 0), 2.0), 1e-4)
    return np.where(clear > 0, keeps, near)[..., None]


def contrast(light):
    """Darkens the darkest tones a little; 0 and 1 do not change."""
    return light * (light + 0.012) / (light + 0.022)


def picture(parts, mask, empty, depth, paint):
    """The picture in one paint, sRGB 0–1."""
    ground, mirrored, matte, metal = parts
    base, flake, answer = PAINTS[paint]
    light = ground + mirrored + matte * linear(base) * answer + metal * linear(flake)
    keeps = shadow(parts, mask, empty, depth)
    paper = backdrop(*mask.shape[:2])
    # An edge pixel shows car and floor; only its floor part is replaced with paper.
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
        save(f"{target}/{body}-{paint}.webp", sharpened(whole), QUALITY)
        print(f"{body} {paint}")


if __name__ == "__main__":
    main()
