package io.freightsdk.spring.boot.test;

import io.freightsdk.server.InMemoryFreightServer;
import org.springframework.boot.SpringApplication;
import org.springframework.util.ClassUtils;

/**
 * Runs an application with an in-memory freight server in the same JVM, to try it by hand.
 * Arguments: the application's main class, then the application's own arguments. Start it with the
 * test class path.
 */
public final class RunWithFreightServer {
  private RunWithFreightServer() {}

  public static void main(String[] args) {
    if (args.length == 0) {
      throw new IllegalArgumentException(
          "no application: pass its main class, such as com.example.Shop, then its own arguments");
    }
    Class<?> application = ClassUtils.resolveClassName(args[0], null);
    InMemoryFreightServer server = InMemoryFreightServer.start();
    String[] own = args.clone();
    own[0] = "--freight.base-url=" + server.baseUrl();
    System.setProperty("freight.agent-key", server.createBroker("25.00").agentKey());
    SpringApplication.run(application, own);
  }
}
