/**
 * Checks, masks and parses texts and other arguments from callers and from the wire.
 *
 * <p>Pure functions. No message contains a value that may be secret.
 */
@NullMarked
package io.freightsdk.internal.text;

import org.jspecify.annotations.NullMarked;
