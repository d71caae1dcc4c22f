package io.freightsdk.jobs;

import java.time.Instant;

/**
 * The orders and loads that wait for the same reason.
 *
 * @param orders the number of orders that are not sent
 * @param loads the number of followed loads that are not read
 * @param oldest when the first of these orders started to wait, or the first of these loads was due
 */
public record WaitingWork(WaitReason waitingFor, long orders, long loads, Instant oldest) {}
