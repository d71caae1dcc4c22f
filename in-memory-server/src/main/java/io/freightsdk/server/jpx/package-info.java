/** Drives held by the GPX library jpx (io.jenetics:jpx), which the application brings. */
@NullMarked
package io.freightsdk.server.jpx;

import org.jspecify.annotations.NullMarked;
