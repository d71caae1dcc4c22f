/** The test control: the calls of the Java API over HTTP, in JSON. */
@NullMarked
package io.freightsdk.server.admin;

import org.jspecify.annotations.NullMarked;
