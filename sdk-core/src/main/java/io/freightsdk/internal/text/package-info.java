/**
 * Checks, masks and readers for texts and other arguments that come from a caller or from the wire.
 *
 * <p>Pure functions; no message made here contains a value that may be secret.
 */
@NullMarked
package io.freightsdk.internal.text;

import org.jspecify.annotations.NullMarked;
