package com.example;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.springai.SpringAiTools;
import java.util.List;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class Agent {
  public static void main(String[] args) {
    SpringApplication.run(Agent.class, args);
  }

  @Bean
  ToolCallingManager toolCallingManager(@Qualifier("freightTools") List<AgentTool> tools) {
    return SpringAiTools.manager(tools);
  }
}
