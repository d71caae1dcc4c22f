package io.freightsdk.server;

import io.freightsdk.server.http.Endpoint;
import java.util.List;

/**
 * What a server answers beside the API: its test control, and pages for people. Found by {@link
 * java.util.ServiceLoader} when the first of these paths is asked for. For the artifacts of this
 * server, not for applications.
 */
@SuppressWarnings("exports") // Its endpoints are known to the artifacts of this server only.
public interface ServerRoutes {
  /** The pages behind the links of loads; none by default. */
  default List<Endpoint> pages(ServerInside server) {
    return List.of();
  }

  /** What answers below {@code /__admin} who may use the test control; nothing by default. */
  default List<Endpoint> control(ServerInside server) {
    return List.of();
  }
}
