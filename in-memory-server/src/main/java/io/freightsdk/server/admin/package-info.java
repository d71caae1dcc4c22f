/** The test control: the calls of the Java face over HTTP, in JSON. */
@NullMarked
package io.freightsdk.server.admin;

import org.jspecify.annotations.NullMarked;
