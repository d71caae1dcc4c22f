/** A spending cap, and everything that goes wrong around it. */
@NullMarked
package io.freightsdk.examples.crash;

import org.jspecify.annotations.NullMarked;
