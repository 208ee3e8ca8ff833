//! A transport on which a session cannot fail before it began.

use std::borrow::Cow;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

/// Passes over what is no request until a session is initialised, where the SDK
/// would give up. What is no message at all is passed over by the SDK.
pub(crate) struct Patient<T> {
    transport: T,
    initialised: bool,
}

impl<T> Patient<T> {
    pub(crate) fn new(transport: T) -> Patient<T> {
        Patient { transport, initialised: false }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Patient<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.transport.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.transport.receive().await?;
            let request = match &message {
                JsonRpcMessage::Request(request) => Some(&request.request),
                _ => None,
            };
            self.initialised |= matches!(request, Some(ClientRequest::InitializeRequest(_)));
            if self.initialised || request.is_some() {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.transport.close().await
    }
}
