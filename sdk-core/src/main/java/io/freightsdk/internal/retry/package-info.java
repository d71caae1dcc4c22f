/**
 * The rules of retries: the table, the backoff, and the validity of an idempotency key.
 * Resilience4j counts the attempts, and decides by these rules whether another follows. Nothing
 * here sleeps or sends.
 */
@NullMarked
package io.freightsdk.internal.retry;

import org.jspecify.annotations.NullMarked;
