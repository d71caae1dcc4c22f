/**
 * What may be retried and when: the table, the backoff, {@code Retry-After} and the retry budget.
 *
 * <p>Pure functions over values; nothing here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
