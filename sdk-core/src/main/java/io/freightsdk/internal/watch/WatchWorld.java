package io.freightsdk.internal.watch;

import io.freightsdk.internal.call.Timer;
import java.time.Clock;

/**
 * What all watches of a client share.
 *
 * @param reads the client
 * @param clock the time of day
 * @param timer the one thread that wakes them all
 * @param gate how many of them read at once
 */
public record WatchWorld(WatchedReads reads, Clock clock, Timer timer, ReadGate gate) {}
