/**
 * Places and fixes: the values that the rules, the drivers of tests and users share. No rule of the
 * service lives here.
 */
@NullMarked
package io.freightsdk.server.geo;

import org.jspecify.annotations.NullMarked;
