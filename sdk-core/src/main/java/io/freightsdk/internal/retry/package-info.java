/**
 * What may be retried and when: the table and the backoff.
 *
 * <p>Attempts are counted by resilience4j; nothing here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
