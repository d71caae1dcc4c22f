/** Failures on demand: what goes wrong, and when. The HTTP layer decides where they happen. */
@NullMarked
package io.freightsdk.server.fault;

import org.jspecify.annotations.NullMarked;
