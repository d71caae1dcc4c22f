package io.freightsdk.jobs;

import java.time.Instant;

/**
 * Orders and loads that wait for the same thing.
 *
 * @param orders how many orders are not sent
 * @param loads how many followed loads are not read
 * @param oldest when the first of these orders was stored, or the first of these loads was due
 */
public record WaitingWork(WaitReason waitingFor, long orders, long loads, Instant oldest) {}
