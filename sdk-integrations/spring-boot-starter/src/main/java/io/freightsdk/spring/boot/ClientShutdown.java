package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes the clients after the web server has finished its requests and before beans are destroyed.
 * Calls that still wait, for example for a top-up, then end and are recorded while the database is
 * open. A context that is only stopped, to be started again, keeps its clients.
 */
final class ClientShutdown
    implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, DisposableBean {
  /**
   * Web servers finish requests in the phase 1024 below the default and stop in the phase 2048
   * below it.
   */
  static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072;

  private final Collection<FreightClient> clients;
  private final ApplicationContext context;
  private volatile boolean running;
  private volatile boolean closing;

  ClientShutdown(Collection<FreightClient> clients, ApplicationContext context) {
    this.clients = List.copyOf(clients);
    this.context = context;
  }

  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    // Child contexts, such as the context of Actuator's own port, publish their event to the
    // parent, too.
    if (event.getApplicationContext().equals(context)) closing = true;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    if (closing) clients.forEach(FreightClient::close);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** For a context that failed to start and whose lifecycle never ran. */
  @Override
  public void destroy() {
    clients.forEach(FreightClient::close);
  }
}
