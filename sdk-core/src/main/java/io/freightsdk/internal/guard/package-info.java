/** The guard of a client that was given none: it remembers keys and limits nothing. */
@NullMarked
package io.freightsdk.internal.guard;

import org.jspecify.annotations.NullMarked;
