package io.freightsdk.server.web.map;

/** A point on a flat map, x to the right and y downwards. */
record MapPoint(double x, double y) {}
