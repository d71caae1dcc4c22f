package io.freightsdk.internal.agent;

/** Lets time pass on the thread of a call. */
public interface Sleeper {
  void sleep(long millis) throws InterruptedException;
}
