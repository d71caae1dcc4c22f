/**
 * Drawing loads on a map: projection, base map, simplification and SVG.
 *
 * <p>Pure geometry over values; does not depend on loads, clocks or HTTP.
 */
@NullMarked
package io.freightsdk.server.web.map;

import org.jspecify.annotations.NullMarked;
