/**
 * The rules of retries: the table, the backoff, and the validity of an idempotency key.
 * Resilience4j counts the attempts. Nothing here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
