package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.support.SideCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of routes in {@code docs/test-server.md}. */
class RoutesPageTest {
  private static final Pattern ROUTE = Pattern.compile("`((?:GET|POST|PUT|PATCH|DELETE) /[^`]*)`");

  @Test
  void everyRouteOfTheServiceAndOfItsControlIsOnThePage() throws IOException {
    Set<String> written = new TreeSet<>();
    Files.readAllLines(Path.of("..", "docs", "test-server.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> ROUTE.matcher(line).results())
        .forEach(route -> written.add(route.group(1)));

    Set<String> there = new TreeSet<>(SideCheck.ADMIN.routes());
    Stream.of(Operation.values())
        .map(each -> each.method() + " " + each.path())
        .forEach(there::add);
    there.add("POST /api/driver/{driverToken}/ping");
    there.add("GET /api/track/{trackingToken}");
    assertThat(written).isEqualTo(there);
  }
}
