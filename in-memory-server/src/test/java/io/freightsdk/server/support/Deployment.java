package io.freightsdk.server.support;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/**
 * Where tests ask instead of a server in this process: {@code -Dfreight.deployment=URL}, with the
 * key in the variable FREIGHT_AGENT_KEY. They ask what is free; with {@code -Dfreight.budget=USD}
 * also what costs money, as long as the next question cannot pass it. A test that needs more, or
 * the server itself, is skipped and says so. Questions are counted over all tests of a JVM.
 */
final class Deployment {
  private static final String URL = System.getProperty("freight.deployment");
  private static final BigDecimal BUDGET =
      new BigDecimal(System.getProperty("freight.budget", "0"));

  /** Free whatever they are answered. */
  private static final List<String> FREE =
      List.of(
          "GET /v1/agent/pricing",
          "GET /v1/agent/balance",
          "(POST|PATCH) /v1/agent/loads/[^/]+/(delivery-confirm|status)",
          "GET /openapi.yaml",
          "\\w+ /(api|track|driver)/.*");

  /** Guarded by the class. */
  private static BigDecimal spent = BigDecimal.ZERO;

  private Deployment() {}

  static boolean isAsked() {
    return URL != null && !URL.isEmpty();
  }

  static TestAbortedException needs(String what) {
    return new TestAbortedException("not at a deployment: this test needs " + what);
  }

  /** A client with the key. */
  static Http client() {
    String key = System.getenv("FREIGHT_AGENT_KEY");
    if (key == null) throw new IllegalStateException("set FREIGHT_AGENT_KEY for " + URL);
    return Http.to(URL.replaceFirst("/$", "")).within(Deployment::ask).as(key);
  }

  /** One question: what may cost more than is left is not asked. */
  private static Http.Reply ask(Http.Question question) throws IOException {
    if (question.key() == null || isFree(question)) return question.ask();
    synchronized (Deployment.class) {
      BigDecimal most = BigDecimal.ZERO;
      Map<?, ?> prices = (Map<?, ?>) question.get("/v1/agent/pricing").json().at("prices").value();
      for (Object price : prices.values()) most = most.max((BigDecimal) price);
      if (spent.add(most).compareTo(BUDGET) > 0) {
        throw needs(
            String.format(
                Locale.ROOT,
                "a question that may cost %s USD, and %s of -Dfreight.budget=%s are spent",
                most.toPlainString(),
                spent.toPlainString(),
                BUDGET.toPlainString()));
      }
      BigDecimal before = balance(question);
      // Until the balance says less it counts as the most that it may have cost.
      spent = spent.add(most);
      Http.Reply reply = question.ask();
      BigDecimal cost = before.subtract(balance(question));
      if (cost.signum() >= 0) spent = spent.subtract(most).add(cost);
      return reply;
    }
  }

  private static boolean isFree(Http.Question question) {
    String asked = question.method() + " " + question.path().replaceAll("\\?.*", "");
    return FREE.stream().anyMatch(asked::matches);
  }

  private static BigDecimal balance(Http.Question question) throws IOException {
    return question.get("/v1/agent/balance").json().number("balanceUsd");
  }
}
