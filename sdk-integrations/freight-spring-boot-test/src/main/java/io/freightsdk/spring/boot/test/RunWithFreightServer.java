package io.freightsdk.spring.boot.test;

import io.freightsdk.server.InMemoryFreightServer;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.util.ClassUtils;

/**
 * Runs an application with an in-memory freight server in the same JVM, to try it by hand, with
 * 25.00 USD. Arguments: the application's main class, then the application's own arguments. Start
 * it with the test class path.
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
    SpringApplication run = new SpringApplication(application);
    run.addInitializers(context -> ApplicationsServer.connect(context, server, "25.00", null));
    run.run(Arrays.copyOfRange(args, 1, args.length));
  }
}
