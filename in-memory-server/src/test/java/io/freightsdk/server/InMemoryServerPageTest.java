package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.DescriptionCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of routes in {@code docs/in-memory-server.md}. */
class InMemoryServerPageTest {
  private static final Pattern ROUTE = Pattern.compile("`((?:GET|POST|PUT|PATCH|DELETE) /[^`]*)`");

  /** The operations of the API are in {@code docs/api.md}, which is generated. */
  @Test
  void pageHasEveryRoute() throws IOException {
    Set<String> written = new TreeSet<>();
    Files.readAllLines(Path.of("..", "docs", "in-memory-server.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> ROUTE.matcher(line).results())
        .forEach(route -> written.add(route.group(1)));

    Set<String> there = new TreeSet<>(DescriptionCheck.ADMIN.routes());
    there.add("POST /api/driver/{driverToken}/ping");
    there.add("GET /api/track/{trackingToken}");
    assertThat(written).isEqualTo(there);
  }
}
