package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call: by path first, then by method. Safe for several threads. */
public final class Router {
  /** To {@code OPTIONS *}, the one request that is about the server itself. */
  private static final Response SERVER =
      Response.of(200, "text/plain", new byte[0])
          .withHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

  private final List<Endpoint> endpoints;
  private final Map<String, Branch> branches = new HashMap<>();

  /** The endpoints of a branch, and no others, begin with its segments. */
  Router(List<Endpoint> endpoints, List<Branch> branches) {
    this.endpoints = List.copyOf(endpoints);
    for (Branch branch : branches) {
      branch.segments.forEach(segment -> this.branches.put(segment, branch));
    }
  }

  /**
   * Endpoints that most programs never call. They are made at the first call that may be for one of
   * them, because the JVM loads their classes while the first caller waits.
   */
  public static final class Branch {
    private final Set<String> segments;
    private final Supplier<List<Endpoint>> maker;
    private volatile @Nullable List<Endpoint> endpoints;

    /** Endpoints whose paths, and no others, begin with one of these segments. */
    public Branch(Set<String> segments, Supplier<List<Endpoint>> maker) {
      this.segments = segments;
      this.maker = maker;
    }

    Branch with(UnaryOperator<List<Endpoint>> change) {
      return new Branch(segments, () -> change.apply(maker.get()));
    }

    private synchronized List<Endpoint> made() {
      List<Endpoint> made = endpoints;
      if (made == null) {
        made = List.copyOf(maker.get());
        endpoints = made;
      }
      return made;
    }
  }

  /** Where a call goes: a path that does not exist, or not for its method, is refused there. */
  record Match(Endpoint endpoint, Map<String, String> parameters) {}

  Match find(String method, String rawPath) {
    if (rawPath.equals("*")) return new Match(Endpoint.of(method, "/", call -> SERVER), Map.of());
    List<String> path = decode(rawPath);
    for (Endpoint endpoint : candidates(path)) {
      if (endpoint.answers(method) && endpoint.fits(path)) {
        return new Match(endpoint, endpoint.parameters(path));
      }
    }
    TreeSet<String> allowed = new TreeSet<>();
    for (Endpoint endpoint : candidates(path)) {
      if (!endpoint.fits(path)) continue;
      allowed.add(endpoint.method());
      if (endpoint.answersHead()) allowed.add("HEAD");
    }
    Refusal refusal =
        allowed.isEmpty()
            ? new Refusal.NoSuchPath()
            : new Refusal.MethodNotAllowed(String.join(", ", allowed));
    return new Match(Endpoint.of(method, "/", call -> ErrorTable.answer(refusal)), Map.of());
  }

  private List<Endpoint> candidates(List<String> path) {
    Branch branch = path.isEmpty() ? null : branches.get(path.get(0));
    if (branch == null) return endpoints;
    List<Endpoint> made = branch.endpoints;
    return made == null ? branch.made() : made;
  }

  /** In a path a plus is a plus; only URLDecoder reads it as a space. */
  private static List<String> decode(String rawPath) {
    if (!rawPath.startsWith("/")) return List.of();
    List<String> segments = Endpoint.segments(rawPath);
    if (rawPath.indexOf('%') < 0) return segments;
    return segments.stream()
        .map(one -> URLDecoder.decode(one.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }
}
