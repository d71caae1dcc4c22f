package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A route over given points, by great circles between them. Immutable. */
public final class Route {
  private final List<Coordinates> points;
  private final double[] metersAt;

  private Route(List<Coordinates> points) {
    this.points = List.copyOf(points);
    this.metersAt = new double[points.size()];
    for (int i = 1; i < metersAt.length; i++) {
      metersAt[i] = metersAt[i - 1] + points.get(i - 1).metersTo(points.get(i));
    }
  }

  /** A route over these points; throws IllegalArgumentException without any. */
  public static Route over(List<Coordinates> points) {
    Objects.requireNonNull(points, "points");
    if (points.isEmpty()) throw new IllegalArgumentException("a route needs at least one point");
    return new Route(points);
  }

  /** A route over these points. */
  public static Route over(Coordinates first, Coordinates... more) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(more, "more");
    List<Coordinates> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return new Route(all);
  }

  public Coordinates start() {
    return points.get(0);
  }

  public Coordinates end() {
    return points.get(points.size() - 1);
  }

  public double lengthMeters() {
    return metersAt[metersAt.length - 1];
  }

  /** The part between two distances along the route. */
  public Route between(double fromMeters, double toMeters) {
    List<Coordinates> part = new ArrayList<>();
    part.add(at(fromMeters));
    for (int i = 0; i < metersAt.length; i++) {
      if (metersAt[i] > fromMeters && metersAt[i] < toMeters) part.add(points.get(i));
    }
    part.add(at(toMeters));
    return new Route(part);
  }

  /**
   * The place at this distance along the route; the start for a distance below zero, the end beyond
   * the length.
   */
  public Coordinates at(double meters) {
    if (meters <= 0) return start();
    if (meters >= lengthMeters()) return end();
    int found = Arrays.binarySearch(metersAt, meters);
    if (found >= 0) return points.get(found);
    int next = -found - 1;
    double share = (meters - metersAt[next - 1]) / (metersAt[next] - metersAt[next - 1]);
    return points.get(next - 1).towards(points.get(next), share);
  }
}
