/** The policy for retries of a call and for its wait for a top-up. Values only. */
@NullMarked
package io.freightsdk.retry;

import org.jspecify.annotations.NullMarked;
