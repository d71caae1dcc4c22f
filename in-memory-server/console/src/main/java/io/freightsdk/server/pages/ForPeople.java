package io.freightsdk.server.pages;

import io.freightsdk.server.ServerInside;
import io.freightsdk.server.ServerRoutes;
import io.freightsdk.server.http.Endpoint;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages behind the links of loads, and the console beside the test control. */
public final class ForPeople implements ServerRoutes {
  private @Nullable StreetTiles streets;

  /** Made by the service loader. */
  public ForPeople() {}

  @Override
  public boolean openTiles(Path file) {
    streets = StreetTiles.open(file);
    return true;
  }

  @Override
  public List<Endpoint> pages(ServerInside inside) {
    return new PageRoutes(inside.service().tracking(), inside.clock(), streets).routes();
  }

  @Override
  public List<Endpoint> control(ServerInside inside) {
    return new Console(inside, streets != null).routes();
  }

  @Override
  public void close() {
    if (streets != null) streets.close();
  }
}
