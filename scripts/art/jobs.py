"""Prints the renderer's job list: jobs.py listings|showroom MESHES RENDERS [body …]"""
import json
import sys

BODIES = ["saloon", "estate", "hatchback", "suv", "coupe", "convertible"]
LISTING = {"width": 1200, "height": 900, "samples": 64}
SHOWROOM = {"width": 1600, "height": 900, "samples": 48, "threshold": 0.02}
LIGHTS = ["dome", "rim", "side", "wash", "nose", *(f"sweep{i}" for i in range(6))]
# The car is right of the middle and low, because the page puts text on the left.
SHOWROOM_CAMERA = {
    "lens": 62,
    "azimuth": 38,
    "distance": 10.5,
    "height": 1.05,
    "aim_x": 0,
    "aim_z": 0.72,
    "shift_x": -0.13,
    "shift_y": 0.03,
}
# A very dark green; linear red, green, blue.
SHOWROOM_PAINT = [0.010, 0.042, 0.031]


def listings(meshes, renders, bodies):
    """The empty studio, then each body as a mask, with a black base and with a white base under its lacquer."""
    yield {**LISTING, "out": f"{renders}/empty", "studio": "paper", "samples": 32}
    for body in bodies:
        car = {**LISTING, "body": body, "meshes": meshes}
        yield {**car, "out": f"{renders}/{body}-mask", "studio": "mask", "samples": 32}
        yield {**car, "out": f"{renders}/{body}-black", "studio": "paper", "base": 0.0}
        yield {**car, "out": f"{renders}/{body}-white", "studio": "paper", "base": 1.0}


def showroom(meshes, renders):
    """The saloon in the dark studio, once for each light and once with only its lamps on."""
    car = {**SHOWROOM, "body": "saloon", "meshes": meshes, "base": SHOWROOM_PAINT, "camera": SHOWROOM_CAMERA}
    yield {**car, "out": f"{renders}/mask", "studio": "mask", "samples": 32}
    for light in LIGHTS:
        yield {**car, "out": f"{renders}/{light}", "studio": "dark", "lights": [light]}
    yield {**car, "out": f"{renders}/lamps", "studio": "dark", "lamps": 1.0}


what, meshes, renders, *bodies = sys.argv[1:]
jobs = listings(meshes, renders, bodies or BODIES) if what == "listings" else showroom(meshes, renders)
print(json.dumps(list(jobs), indent=1))
