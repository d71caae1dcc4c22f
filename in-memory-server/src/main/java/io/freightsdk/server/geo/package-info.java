/**
 * Places and fixes: the values that the domain, the simulation and their users share. No rules of
 * the service live here.
 */
@NullMarked
package io.freightsdk.server.geo;

import org.jspecify.annotations.NullMarked;
