/**
 * Places and fixes, which the rules, the simulated drivers and users share. Rules of the service do
 * not belong here.
 */
@NullMarked
package io.freightsdk.server.geo;

import org.jspecify.annotations.NullMarked;
