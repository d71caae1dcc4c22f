/** Freight tools in LangChain4j: the adapter to copy, and a conversation that runs. */
@NullMarked
package io.freightsdk.examples.langchain4j;

import org.jspecify.annotations.NullMarked;
