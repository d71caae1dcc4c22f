package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call: by path first, then by method. Safe for several threads. */
public final class Router {
  private final List<Endpoint> endpoints;
  private final Map<String, LazyEndpoints> branches = new HashMap<>();

  /** The endpoints of a branch, and no others, begin with its segments. */
  Router(List<Endpoint> endpoints, List<LazyEndpoints> branches) {
    this.endpoints = List.copyOf(endpoints);
    for (LazyEndpoints branch : branches) {
      branch.segments.forEach(segment -> this.branches.put(segment, branch));
    }
  }

  /**
   * Endpoints that most programs never call. They are made at the first call that may be for one of
   * them, because the JVM loads their classes while the first caller waits.
   */
  public static final class LazyEndpoints {
    private final Set<String> segments;
    private final Supplier<List<Endpoint>> supplier;
    private volatile @Nullable List<Endpoint> endpoints;

    /** Endpoints whose paths, and no others, begin with one of these segments. */
    public LazyEndpoints(Set<String> segments, Supplier<List<Endpoint>> maker) {
      this.segments = segments;
      this.supplier = maker;
    }

    private synchronized List<Endpoint> get() {
      List<Endpoint> made = endpoints;
      if (made == null) {
        made = List.copyOf(supplier.get());
        endpoints = made;
      }
      return made;
    }
  }

  /** Where a call goes: a path that does not exist, or not for its method, is refused there. */
  record Match(Endpoint endpoint, Map<String, String> parameters) {}

  Match find(String method, String rawPath) {
    List<Endpoint> candidates = candidates(rawPath);
    for (Endpoint endpoint : candidates) {
      if (!endpoint.accepts(method)) continue;
      Map<String, String> parameters = endpoint.match(rawPath);
      if (parameters != null) return new Match(endpoint, parameters);
    }
    TreeSet<String> allowed = new TreeSet<>();
    for (Endpoint endpoint : candidates) {
      if (endpoint.match(rawPath) == null) continue;
      allowed.add(endpoint.method());
      if (endpoint.acceptsHead()) allowed.add("HEAD");
    }
    Refusal refusal =
        allowed.isEmpty()
            ? noSuchPath(rawPath)
            : new Refusal.MethodNotAllowed(String.join(", ", allowed));
    return new Match(Endpoint.of(method, "/", context -> ErrorTable.response(refusal)), Map.of());
  }

  /** Who mistypes a path of the service is told what it tells; of the control, what there is. */
  private static Refusal noSuchPath(String rawPath) {
    return firstSegment(rawPath).equals("__admin")
        ? new Refusal.NotFound("Not found; GET /__admin/openapi.yaml lists the paths of /__admin")
        : new Refusal.PathNotFound();
  }

  private List<Endpoint> candidates(String rawPath) {
    LazyEndpoints branch = branches.get(firstSegment(rawPath));
    if (branch == null) return endpoints;
    List<Endpoint> made = branch.endpoints;
    return made == null ? branch.get() : made;
  }

  static String firstSegment(String rawPath) {
    int slash = rawPath.indexOf('/', 1);
    return Endpoint.decoded(rawPath.substring(1, slash < 0 ? rawPath.length() : slash));
  }
}
