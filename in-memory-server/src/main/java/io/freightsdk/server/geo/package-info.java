/** Places and GPS fixes, for simulated drivers and for your tests. */
@NullMarked
package io.freightsdk.server.geo;

import org.jspecify.annotations.NullMarked;
