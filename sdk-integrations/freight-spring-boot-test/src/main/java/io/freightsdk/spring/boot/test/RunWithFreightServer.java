package io.freightsdk.spring.boot.test;

import io.freightsdk.server.InMemoryFreightServer;
import org.springframework.boot.SpringApplication;
import org.springframework.util.ClassUtils;

/**
 * Runs an application against a freight server in the same JVM, to try it by hand. The arguments:
 * the application's class, then its own. Start it with the test class path.
 */
public final class RunWithFreightServer {
  private RunWithFreightServer() {}

  public static void main(String[] args) {
    if (args.length == 0) {
      throw new IllegalArgumentException(
          "name the application's class, such as com.example.Shop, then its own arguments");
    }
    Class<?> application = ClassUtils.resolveClassName(args[0], null);
    InMemoryFreightServer server = InMemoryFreightServer.start();
    String[] own = args.clone();
    own[0] = "--freight.base-url=" + server.baseUrl();
    System.setProperty("freight.agent-key", server.createBroker("25.00").agentKey());
    SpringApplication.run(application, own);
  }
}
