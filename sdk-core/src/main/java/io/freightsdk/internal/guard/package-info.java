/** The guard of a client that was given none. */
@NullMarked
package io.freightsdk.internal.guard;

import org.jspecify.annotations.NullMarked;
