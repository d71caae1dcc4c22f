package io.freightsdk.server.pages;

import io.freightsdk.server.ServerInside;
import io.freightsdk.server.ServerRoutes;
import io.freightsdk.server.http.Endpoint;
import java.util.List;

/** The pages behind the links of loads, and the console beside the test control. */
public final class ForPeople implements ServerRoutes {
  /** Made by the service loader. */
  public ForPeople() {}

  @Override
  public List<Endpoint> pages(ServerInside inside) {
    return new PageRoutes(inside.service().tracking(), inside.clock()).routes();
  }

  @Override
  public List<Endpoint> control(ServerInside inside) {
    return new Console(inside).routes();
  }
}
