package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.support.DescriptionCheck;
import io.freightsdk.server.support.DescriptionCheck.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/in-memory-server.md}, compared with the descriptions. */
class InMemoryServerPageTest {
  private static final Pattern ROUTE = Pattern.compile("`((?:GET|POST|PUT|PATCH|DELETE) /[^`]*)`");

  /** A name such as {@code `limit`} or {@code `kind!`}, and a remark in parentheses after it. */
  private static final Pattern INPUT = Pattern.compile("`([A-Za-z_]+)(!?)`(?: \\(([^)]*)\\))?");

  private static final Set<String> PRICES_OF_ZERO = Set.of("status_update", "delivery_confirm");

  private static List<String> page() throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "in-memory-server.md"));
  }

  /** The cells of the row of a route: route, what it does, body or query, response. */
  private static String[] row(String route) throws IOException {
    String start = "| `" + route + "` |";
    return page().stream()
        .filter(line -> line.startsWith(start))
        .map(InMemoryServerPageTest::cells)
        .findFirst()
        .orElseThrow();
  }

  private static String[] cells(String row) {
    return row.substring(1).trim().split("\\s*\\|\\s*", -1);
  }

  /** Names and their remarks; a name that is required keeps its exclamation mark. */
  private static Map<String, String> inputs(String cell) {
    Map<String, String> inputs = new LinkedHashMap<>();
    INPUT
        .matcher(cell)
        .results()
        .forEach(
            found ->
                inputs.put(
                    found.group(1) + found.group(2),
                    found.group(3) == null ? "" : found.group(3).replace("`", "")));
    return inputs;
  }

  /** The first two cells of the table of a fault: {@code `kind!` (default)}. */
  private static String fault() throws IOException {
    StringBuilder cell = new StringBuilder();
    page().stream()
        .dropWhile(line -> !line.equals("### Plan a fault"))
        .filter(line -> line.startsWith("| `"))
        .map(InMemoryServerPageTest::cells)
        .forEach(cells -> cell.append(cells[0]).append(" (").append(cells[1]).append(")"));
    return cell.toString();
  }

  @Test
  void pageHasEveryRoute() throws IOException {
    Set<String> written = new TreeSet<>();
    page().stream()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> ROUTE.matcher(line).results())
        .forEach(route -> written.add(route.group(1)));

    Set<String> there = new TreeSet<>(DescriptionCheck.ADMIN.routes());
    Stream.of(Operation.values())
        .map(each -> each.method() + " " + each.path())
        .forEach(there::add);
    there.add("POST /api/driver/{driverToken}/ping");
    there.add("GET /api/track/{trackingToken}");
    assertThat(written).isEqualTo(there);
  }

  @Test
  void pageHasEveryInputOfTheControl() throws IOException {
    for (String route : DescriptionCheck.ADMIN.routes()) {
      String cell = route.equals("POST /faults") ? fault() : row(route)[2];
      Map<String, String> written = inputs(cell);
      List<Input> described =
          DescriptionCheck.ADMIN.inputs(route).stream()
              .filter(input -> !PRICES_OF_ZERO.contains(input.name()))
              .toList();
      assertThat(written.keySet())
          .as(route)
          .containsExactlyInAnyOrderElementsOf(
              described.stream()
                  .map(input -> input.name() + (input.isRequired() ? "!" : ""))
                  .toList());
      for (Input input : described) {
        if (input.isRequired() || input.byDefault().equals("0")) continue;
        assertThat(written.get(input.name())).as(route).startsWith(input.byDefault());
      }
    }
  }

  @Test
  void everyResponseMemberOnThePageIsDescribed() throws IOException {
    for (String route : DescriptionCheck.ADMIN.routes()) {
      assertThat(DescriptionCheck.ADMIN.responseMembers(route))
          .as(route)
          .containsAll(inputs(row(route)[3]).keySet());
    }
  }
}
