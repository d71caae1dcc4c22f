package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.model.LoadStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paid reads of one plan over all loads, and the changes that it noticed. */
final class Measured {
  /**
   * One change of status that was noticed.
   *
   * @param delay from the moment the service showed it to the read that saw it
   */
  record Detection(LoadStatus to, Duration delay) {}

  private final Candidate candidate;
  private final List<Integer> readsPerLoad = new ArrayList<>();
  private final List<Detection> detections = new ArrayList<>();

  Measured(Candidate candidate) {
    this.candidate = candidate;
  }

  void add(int reads, List<Detection> seen) {
    readsPerLoad.add(reads);
    detections.addAll(seen);
  }

  Candidate candidate() {
    return candidate;
  }

  int reads() {
    return readsPerLoad.stream().mapToInt(Integer::intValue).sum();
  }

  double readsPerLoad() {
    return (double) reads() / readsPerLoad.size();
  }

  int changes() {
    return detections.size();
  }

  double meanDelayMinutes() {
    return meanDelayMinutes(null);
  }

  /** The mean over changes to one status; over all when null. */
  double meanDelayMinutes(@Nullable LoadStatus to) {
    return delays(to).stream().mapToDouble(Measured::inMinutes).average().orElse(Double.NaN);
  }

  /** The 95th percentile of the delay. */
  double p95DelayMinutes() {
    return p95DelayMinutes(null);
  }

  /** The same over changes to one status; over all when null. */
  double p95DelayMinutes(@Nullable LoadStatus to) {
    List<Duration> sorted = delays(to).stream().sorted().toList();
    int rank = (int) Math.ceil(sorted.size() * 0.95) - 1;
    return sorted.isEmpty() ? Double.NaN : inMinutes(sorted.get(Math.max(0, rank)));
  }

  private List<Duration> delays(@Nullable LoadStatus to) {
    return detections.stream()
        .filter(detection -> to == null || detection.to().equals(to))
        .map(Detection::delay)
        .toList();
  }

  private static double inMinutes(Duration duration) {
    return duration.toMillis() / 60_000.0;
  }
}
