/**
 * Drawing loads on a map: projection, base map, simplification and SVG.
 *
 * <p>Pure geometry over values; knows no load, no clock and no HTTP.
 */
@NullMarked
package io.freightsdk.server.web.map;

import org.jspecify.annotations.NullMarked;
