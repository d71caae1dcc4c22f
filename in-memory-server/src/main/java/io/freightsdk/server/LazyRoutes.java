package io.freightsdk.server;

import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.admin.AdminRoutes;
import io.freightsdk.server.http.AdminAuthorizer;
import io.freightsdk.server.http.AdminAuthorizer.AdminAccess;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.Router.LazyEndpoints;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.pages.PageRoutes;
import io.freightsdk.server.service.LinkAccess;
import io.freightsdk.server.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The routes of pages and of the test control, which are created for their first request. So tests
 * that only call the API never load these classes.
 */
final class LazyRoutes {
  /** The first segments of the paths of pages; the segment of the path {@code /} is empty. */
  private static final Set<String> PAGES = Set.of("", "track", "driver", "assets");

  private static final int FOUND = 302;

  private LazyRoutes() {}

  /** The tracking page and the driver's page; with the test control, {@code /} is its console. */
  static LazyEndpoints pages(LinkAccess links, VirtualClock clock, boolean withAdmin) {
    return new LazyEndpoints(
        PAGES,
        () -> {
          List<Endpoint> pages = new ArrayList<>(new PageRoutes(links, clock).links());
          if (withAdmin) pages.add(redirectToConsole("/"));
          return pages;
        });
  }

  /** The test control with its console. */
  static LazyEndpoints admin(AdminAccess access, Supplier<AdminContext> context) {
    return adminEndpoints(
        () -> {
          List<Endpoint> guarded = new ArrayList<>(AdminRoutes.of(context.get()));
          guarded.add(PageRoutes.console());
          List<Endpoint> all = new ArrayList<>(new AdminAuthorizer(access).protect(guarded));
          all.add(AdminRoutes.health());
          all.add(redirectToConsole("/__admin"));
          return all;
        });
  }

  /** Only the health check, for a server whose test control is off. */
  static LazyEndpoints healthOnly() {
    return adminEndpoints(() -> List.of(AdminRoutes.health()));
  }

  private static LazyEndpoints adminEndpoints(Supplier<List<Endpoint>> endpoints) {
    return new LazyEndpoints(Set.of("__admin"), endpoints);
  }

  /** A relative redirect, which also works behind a proxy that adds a prefix. */
  private static Endpoint redirectToConsole(String path) {
    Response console =
        Response.of(FOUND, "text/plain", new byte[0]).withHeader("Location", "__admin/");
    return Endpoint.unrecorded("GET", path, call -> console);
  }
}
