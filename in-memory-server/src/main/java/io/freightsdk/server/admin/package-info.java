/**
 * The test control under {@code /__admin}: each route a thin twin of a Java call on the server. No
 * rule of the service lives here.
 */
@NullMarked
package io.freightsdk.server.admin;

import org.jspecify.annotations.NullMarked;
