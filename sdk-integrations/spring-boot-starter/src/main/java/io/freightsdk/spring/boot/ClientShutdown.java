package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes the clients, which cancels calls in progress, after the web server has finished its
 * requests and before beans are destroyed. Calls that wait, for example for a top-up, are recorded
 * while the database is open. A context that is only stopped, to be started again, keeps its
 * clients.
 */
final class ClientShutdown
    implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, DisposableBean {
  /**
   * Web servers finish requests in the phase 1024 below the default and stop in the phase 2048
   * below it.
   */
  static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072;

  private final ConfigurableApplicationContext context;
  private volatile boolean running;
  private volatile boolean closing;

  ClientShutdown(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Notes that this context is closing, so that {@link #stop} closes the clients. */
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
    if (closing) closeClients();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** For a context that failed to start and whose lifecycle never ran. */
  @Override
  public void destroy() {
    closeClients();
  }

  /** Creates no lazy client. */
  private void closeClients() {
    ConfigurableListableBeanFactory beans = context.getBeanFactory();
    for (String name : beans.getBeanNamesForType(FreightClient.class, false, false)) {
      if (beans.containsSingleton(name)) beans.getBean(name, FreightClient.class).close();
    }
  }
}
