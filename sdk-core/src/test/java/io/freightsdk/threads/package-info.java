/** On which threads calls are made, and what they leave of the threads of an application. */
package io.freightsdk.threads;
