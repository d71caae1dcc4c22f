package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each fault of the page about tests is made, and is charged as its row says. */
class TestingPageIT {
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  @TestFactory
  Stream<DynamicTest> aFaultIsChargedAsItsRowSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String row : rows("Every kind of fault")) {
      int charges = row.split("\\|")[3].strip().equals("yes") ? 1 : 0;
      for (String name : names(row.split("\\|")[1])) {
        tests.add(dynamicTest(name, () -> assertThat(chargesOfARead(name)).isEqualTo(charges)));
      }
    }
    return tests.stream();
  }

  private static int chargesOfARead(String fault) throws ReflectiveOperationException {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(broker.baseUrl())
              .agentKey(broker.agentKey())
              .retryPolicy(RetryPolicy.none())
              .build()) {
        String load = client.createLoad(SnippetRunner.input()).loadNumber();
        broker.faults().next(Operation.GET_LOAD_POSITION, fault(fault));
        try {
          client.getLoadPosition(load);
        } catch (FreightException struck) {
          assertThat(struck).isNotNull();
        }
        return broker.debits().size() - 1;
      }
    }
  }

  private static Fault fault(String name) throws ReflectiveOperationException {
    for (Method method : Fault.class.getMethods()) {
      // A component of the record may have the same name.
      if (!method.getName().equals(name) || !Modifier.isStatic(method.getModifiers())) continue;
      Class<?>[] types = method.getParameterTypes();
      if (types.length == 0) return (Fault) method.invoke(null);
      return (Fault) method.invoke(null, types[0] == int.class ? 500 : Duration.ofMillis(5));
    }
    throw new IllegalArgumentException("no fault " + name);
  }

  private static String section(String heading) throws IOException {
    String page = Files.readString(Pages.ROOT.resolve("docs/testing.md"));
    int start = page.indexOf("\n## " + heading + "\n");
    assertThat(start).as(heading).isPositive();
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end < 0 ? page.length() : end);
  }

  private static List<String> rows(String heading) throws IOException {
    return section(heading).lines().filter(line -> line.startsWith("| ")).skip(1).toList();
  }

  private static Set<String> names(String cell) {
    Stream<MatchResult> found = NAME.matcher(cell).results();
    return found.map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
  }
}
