package io.freightsdk.examples.mcp;

import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * Streamable HTTP on the loopback address. Requests that a foreign web page could make, by their
 * Origin or Host header, are refused before anything is read.
 */
final class LoopbackHttp implements AutoCloseable {
  // Tomcat warns of the reactor's threads, which it does not own. The logger is held because
  // java.util.logging forgets the levels of loggers that nobody holds.
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  private final Tomcat tomcat;
  private final McpSyncServer server;

  private LoopbackHttp(Tomcat tomcat, McpSyncServer server) {
    this.tomcat = tomcat;
    this.server = server;
  }

  /** Serves on a port of the loopback address; 0 takes a free one. */
  static LoopbackHttp start(FreightMcpServer freight, int port) throws Exception {
    HttpServletStreamableServerTransportProvider transport =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(freight.json())
            .mcpEndpoint("/mcp")
            .httpHeaderValidator(
                DefaultServerTransportSecurityValidator.builder()
                    .allowedHost("127.0.0.1:*")
                    .allowedHost("localhost:*")
                    .allowedOrigin("http://127.0.0.1:*")
                    .allowedOrigin("http://localhost:*")
                    .build())
            .build();
    TOMCAT_LOG.setLevel(Level.SEVERE);
    McpSyncServer server = freight.start(transport);
    Path work = Files.createTempDirectory("freight-mcp");
    work.toFile().deleteOnExit();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(work.toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(port);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", work.toString());
    Tomcat.addServlet(context, "mcp", transport).setAsyncSupported(true);
    context.addServletMappingDecoded("/mcp", "mcp");
    tomcat.start();
    return new LoopbackHttp(tomcat, server);
  }

  String url() {
    return "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp";
  }

  void await() {
    tomcat.getServer().await();
  }

  @Override
  public void close() throws LifecycleException {
    server.close();
    tomcat.stop();
    tomcat.destroy();
  }
}
